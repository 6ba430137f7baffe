import { randomBytes } from "node:crypto";
import { access, constants, mkdir } from "node:fs/promises";
import { join, resolve } from "node:path";
import { findBinaries } from "./binaries.ts";
import { clusterName, createCluster, refuseOtherVersion, setPassword } from "./cluster.ts";
import { EmbeddedPostgresError, explainFolderError } from "./embedded-postgres-error.ts";
import { isJuniorConnected } from "./is-junior-connected.ts";
import { type LastResort, openLastResort } from "./last-resort.ts";
import { type LockOptions, withEmbeddedPostgresLock } from "./lock.ts";
import { choosePlace, type EmbeddedPostgresPlace } from "./place.ts";
import { choosePort } from "./choose-port.ts";
import { type Postmaster, readPostmaster } from "./postmaster.ts";
import { startServer, stopServer, waitUntilReady } from "./server.ts";
import { type EmbeddedPostgresState, readState, withoutUser, withUser, writeState } from "./state.ts";
import { identifyProcess, isSameProcessRunning } from "./process-identity.ts";

export type EmbeddedPostgres = {
  connectionString: string;
  /** This call made the database: there is nothing in it yet. */
  fresh: boolean;
  logFile: string;
  /** For when a connection fails: starts the server again, on the same port, if it has died. */
  ensureRunning(): Promise<void>;
  /** Leaves; the last live process that leaves stops the server. */
  close(): Promise<void>;
};

/** What one opening of the server carries through its steps. */
type Opening = { dataDir: string; logFile: string; id: string; progress: (text: string) => void; lastResort: LastResort };

/**
 * Opens the PostgreSQL of a data folder for this process: adopts a live server, whoever started it, else starts it,
 * else makes the database first. Throws EmbeddedPostgresError where a person has to act, and the reason of `interrupted`
 * when that comes first; nothing is then left running.
 */
export async function openEmbeddedPostgres(options: {
  dataDir: string;
  /** Told once for every step that took time, after it: "made the database". */
  progress?: (text: string) => void;
  interrupted?: AbortSignal;
}): Promise<EmbeddedPostgres> {
  const { interrupted } = options;
  const dataDir = resolve(options.dataDir);
  const progress = options.progress ?? (() => undefined);
  const onWait = () => progress("waiting for another Junior that prepares the database …");
  let closed = false;
  await prepareFolder(dataDir);

  const lastResort = openLastResort(dataDir);
  const opening: Opening = { dataDir, logFile: join(dataDir, "postgres.log"), id: randomBytes(8).toString("hex"), progress, lastResort };
  const inFolder = async <T>(work: () => Promise<T>, lockOptions: LockOptions = {}): Promise<T> => {
    try {
      const locked = async () => {
        lastResort.holdsLock(true);
        return work().finally(() => lastResort.holdsLock(false));
      };
      return await withEmbeddedPostgresLock(dataDir, locked, lockOptions);
    } catch (error) {
      throw explainFolderError(error, dataDir);
    }
  };
  const close = async () => {
    if (closed) return;
    closed = true;
    await inFolder(() => leave(opening, state));
    lastResort.end();
  };

  const { state, fresh } = await inFolder(() => enter(opening, interrupted), { interrupted, onWait });
  if (interrupted?.aborted) {
    await close();
    throw interrupted.reason;
  }
  return {
    connectionString: connectionStringOf(state),
    fresh,
    logFile: opening.logFile,
    ensureRunning: () =>
      // Whoever leaves loses connections: that must not start it again.
      inFolder(async () => (closed ? undefined : revive(opening, state))),
    close,
  };
}

/** As root others may pass through, so that the server's user can come in; what is in it has its own modes. */
async function prepareFolder(dataDir: string): Promise<void> {
  try {
    await mkdir(dataDir, { recursive: true, mode: process.getuid?.() === 0 ? 0o711 : 0o700 });
    await access(dataDir, constants.R_OK | constants.W_OK | constants.X_OK);
  } catch (error) {
    throw explainFolderError(error, dataDir);
  }
}

async function enter(opening: Opening, interrupted?: AbortSignal): Promise<{ state: EmbeddedPostgresState; fresh: boolean }> {
  const { dataDir, logFile, progress, lastResort } = opening;
  const known = readState(dataDir);
  const place = await choosePlace(dataDir, known);
  const users = known?.users.filter(isSameProcessRunning) ?? [];
  const password = place.exists ? known?.password : undefined;
  const live = place.exists ? await findLive(place, password) : undefined;

  if (live !== undefined && known !== undefined) {
    const state = await register({ ...known, ...folders(dataDir, place), port: live.port, server: live.process, users }, opening);
    progress("found PostgreSQL running");
    return { state, fresh: false };
  }

  const binaries = await findBinaries(place);
  interrupted?.throwIfAborted();
  const newPassword = password ?? randomBytes(24).toString("hex");
  if (!place.exists) {
    await createCluster(place, binaries, newPassword, interrupted);
    progress("made the database");
  } else {
    await refuseOtherVersion(place, binaries);
    if (password === undefined) await setPassword(place, binaries, newPassword);
  }
  interrupted?.throwIfAborted();
  const port = await choosePort(known?.port, users.length > 0);
  const state: EmbeddedPostgresState = {
    ...folders(dataDir, place),
    binaries: binaries.folder,
    port,
    password: newPassword,
    server: null,
    users,
  };
  await writeState(state);
  const server = await startServer(place, binaries, port, logFile, lastResort.uses);
  progress("started PostgreSQL");
  return { state: await register({ ...state, server: server.process }, opening), fresh: !place.exists };
}

/** A server that nobody knows the password of is stopped, so that the password can be set. One that is stopping is waited for. */
async function findLive(place: EmbeddedPostgresPlace, password: string | undefined): Promise<Postmaster | undefined> {
  const found = await readPostmaster(place.data);
  if (found === undefined) return undefined;
  if (password === undefined || found.status === "stopping") {
    await stopServer(found.process);
    return undefined;
  }
  return waitUntilReady(place.data, () => !isSameProcessRunning(found.process));
}

async function revive(opening: Opening, opened: EmbeddedPostgresState): Promise<void> {
  const { dataDir, logFile, progress, lastResort } = opening;
  const state = readState(dataDir) ?? opened;
  if (state.password !== opened.password || state.port !== opened.port) {
    throw new EmbeddedPostgresError(
      "start-failed",
      `The PostgreSQL of ${dataDir} was set up anew while this Junior ran. Your data is safe. Start this Junior again.`,
    );
  }
  const place = await choosePlace(dataDir, state);
  const live = await findLive(place, state.password);
  if (live !== undefined) {
    await register({ ...state, server: live.process }, opening);
    return;
  }
  const server = await startServer(place, await findBinaries(place), state.port, logFile, lastResort.uses);
  progress("started PostgreSQL again");
  await register({ ...state, server: server.process }, opening);
}

async function leave({ dataDir, id }: Opening, opened: EmbeddedPostgresState): Promise<void> {
  const state = readState(dataDir) ?? opened;
  const rest = withoutUser(state, id);
  const live = rest.users.length === 0 ? await readPostmaster(state.data) : undefined;
  const stops = live !== undefined && !(await isJuniorConnected(connectionStringOf(state)));
  if (stops) await stopServer(live.process);
  await writeState(stops ? { ...rest, server: null } : rest);
}

async function register(state: EmbeddedPostgresState, { id, lastResort }: Opening): Promise<EmbeddedPostgresState> {
  const self = identifyProcess(process.pid);
  if (self === undefined) throw new Error("this process cannot find itself among the running ones");
  const registered = withUser(state, id, self);
  await writeState(registered);
  if (registered.server !== null) lastResort.uses(registered.server);
  return registered;
}

const connectionStringOf = (state: EmbeddedPostgresState): string =>
  `postgres://${clusterName}:${state.password}@127.0.0.1:${state.port}/${clusterName}`;

function folders(dataDir: string, place: EmbeddedPostgresPlace): Pick<EmbeddedPostgresState, "dataDir" | "home" | "data" | "runsAs"> {
  return { dataDir, home: place.home, data: place.data, runsAs: place.runAs?.name ?? null };
}
