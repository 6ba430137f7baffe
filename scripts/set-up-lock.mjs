import { linkSync, mkdirSync, readFileSync, rmdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";

const pause = 100;

/** Runs `work` in one process at a time. The lock of a process that died is taken over. */
export async function withSetUpLock(folder, work) {
  mkdirSync(folder, { recursive: true });
  const lock = join(folder, "set-up.lock");
  const mine = identify(process.pid);
  for (let waited = 0; !take(lock, mine); waited += pause) {
    if (waited === 1_000) console.log("  another set-up is at work here; waiting for it …");
    takeOverFromDead(lock);
    await new Promise((resolve) => setTimeout(resolve, pause));
  }
  try {
    await work();
  } finally {
    rmSync(lock, { force: true });
  }
}

/** A link appears with its content or not at all, so nobody reads a lock that names no owner yet. */
function take(lock, mine) {
  const own = `${lock}.${process.pid}`;
  writeFileSync(own, mine);
  try {
    linkSync(own, lock);
    return true;
  } catch (error) {
    if (error.code === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(own, { force: true });
  }
}

/** Looks again while it alone may remove: between a first look and the removal somebody else may have taken over. */
function takeOverFromDead(lock) {
  if (isOwnerAlive(lock)) return;
  const right = `${lock}.takeover`;
  try {
    mkdirSync(right);
  } catch (error) {
    if (error.code !== "EEXIST") throw error;
    if (isOlderThan(right, 5_000)) removeFolder(right);
    return;
  }
  try {
    if (!isOwnerAlive(lock)) rmSync(lock, { force: true });
  } finally {
    removeFolder(right);
  }
}

function isOwnerAlive(lock) {
  let owner;
  try {
    owner = readFileSync(lock, "utf8");
  } catch {
    return true;
  }
  return isRunning(Number.parseInt(owner, 10)) && identify(Number.parseInt(owner, 10)) === owner;
}

/** Where the system tells, with the time it started (proc(5), field 22): a pid is soon used again, most of all in a container. */
function identify(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, "utf8");
    return `${pid} ${stat.slice(stat.lastIndexOf(")") + 2).split(" ")[19]}`;
  } catch {
    return `${pid}`;
  }
}

function isRunning(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error.code === "EPERM";
  }
}

function isOlderThan(path, milliseconds) {
  try {
    return Date.now() - statSync(path).mtimeMs > milliseconds;
  } catch {
    return false;
  }
}

function removeFolder(path) {
  try {
    rmdirSync(path);
  } catch (error) {
    if (error.code !== "ENOENT") throw error;
  }
}
