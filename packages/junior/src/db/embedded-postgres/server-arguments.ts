/** Command-line settings of the server: one machine, one application, little to do most of the time. Durability stays at PostgreSQL's defaults. */
export function serverArguments(data: string, port: number): string[] {
  const settings = {
    listen_addresses: "127.0.0.1",
    port: String(port),
    unix_socket_directories: "",
    max_connections: "100",
    shared_buffers: "128MB",
    huge_pages: "off",
    jit: "off",
    // No parallel plans: they need /dev/shm, which is small in containers, and cores that Junior itself uses.
    max_parallel_workers_per_gather: "0",
    // Fewer processes that wake up for nothing.
    io_method: "sync",
    max_logical_replication_workers: "0",
    max_wal_senders: "0",
    wal_level: "minimal",
    wal_writer_delay: "2s",
    bgwriter_delay: "2s",
    autovacuum_naptime: "60s",
    checkpoint_timeout: "15min",
    max_wal_size: "512MB",
    timezone: "UTC",
    log_timezone: "UTC",
    log_line_prefix: "%m [%p] ",
    // The log must not hold what people said: no statements, no details, and errors go to the client only.
    log_min_messages: "log",
    log_min_error_statement: "panic",
    log_error_verbosity: "terse",
    log_checkpoints: "off",
  };
  return ["-D", data, ...Object.entries(settings).flatMap(([name, value]) => ["-c", `${name}=${value}`])];
}
