import { once } from "node:events";
import { type AddressInfo, type Socket, connect, createServer } from "node:net";

/** Stands between Junior and a server, such as its database, and can take that away. */
export type CuttableProxy = {
  port: number;
  /** Every connection ends now, and new ones end at once, until `restore`. */
  cut(): void;
  restore(): void;
  close(): Promise<void>;
};

export async function openCuttableProxy(target: { host: string; port: number }): Promise<CuttableProxy> {
  const sockets = new Set<Socket>();
  let isCut = false;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on("close", () => sockets.delete(socket)).on("error", () => socket.destroy());
  };
  const destroyAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  const server = createServer((near) => {
    if (isCut) return near.destroy();
    const far = connect(target);
    keep(near);
    keep(far);
    near.on("close", () => far.destroy());
    far.on("close", () => near.destroy());
    near.pipe(far);
    return far.pipe(near);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    port: (server.address() as AddressInfo).port,
    cut() {
      isCut = true;
      destroyAll();
    },
    restore() {
      isCut = false;
    },
    async close() {
      destroyAll();
      server.close();
      await once(server, "close");
    },
  };
}
