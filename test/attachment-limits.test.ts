import { type ClientRequest, request } from "node:http";
import { connect } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { largestFile } from "../packages/junior/src/files/file.ts";
import { type ServedWeb, type TestWeb, openTestWeb, serveWeb } from "./open-test-web.ts";
import { waitFor } from "./wait-for.ts";

let web: TestWeb;
beforeAll(async () => {
  web = await openTestWeb();
});
afterAll(() => web.close());

const at = (path: string, port = web.port) => `http://127.0.0.1:${port}${path}`;

function post(bytes: Uint8Array<ArrayBuffer>): Promise<Response> {
  const body = new FormData();
  body.append("file", new File([bytes], "large.bin"));
  return fetch(at("/api/attachments"), { method: "POST", body });
}

async function upload(bytes: Uint8Array<ArrayBuffer>): Promise<{ id: string }> {
  const answer = await post(bytes);
  expect(answer.status).toBe(201);
  return (await answer.json()) as { id: string };
}

function startUpload(given: Record<string, string> = {}): ClientRequest {
  const headers = { "content-type": "multipart/form-data; boundary=b", ...given };
  const sending = request({ port: web.port, hostname: "127.0.0.1", path: "/api/attachments", method: "POST", headers, agent: false });
  return sending.on("error", () => undefined);
}

describe("an upload", () => {
  test("waits while three of the same person that are as large as may be are under way", async () => {
    const first = [1, 2, 3].map(() => startUpload({ expect: "100-continue", "content-length": String(largestFile) }));
    await Promise.all(first.map((sending) => new Promise((taken) => sending.once("continue", taken).flushHeaders())));
    const waiting = post(new Uint8Array(5_000_000));
    const pause = new Promise((end) => setTimeout(end, 500, "waits"));
    expect(await Promise.race([waiting, pause])).toBe("waits");
    for (const sending of first) sending.destroy();
    expect((await waiting).status).toBe(201);
  });

  test("gives its memory back when it is answered", async () => {
    setFlagsFromString("--expose-gc");
    const collect = runInNewContext("gc") as () => void;
    const held = async () => {
      for (const _ of [1, 2, 3]) {
        collect();
        await new Promise((turn) => setTimeout(turn, 50));
      }
      return process.memoryUsage().arrayBuffers;
    };
    const content = Buffer.alloc(largestFile, 0xe7);
    const head = Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="again.bin"\r\n\r\n`);
    const body = Buffer.concat([head, content, Buffer.from("\r\n--b--\r\n")]);
    const send = async () => {
      const sending = startUpload({ "content-length": String(body.length) });
      const answered = new Promise<number | undefined>((answer) =>
        sending.on("response", (response) => answer(response.resume().statusCode)),
      );
      sending.end(body);
      expect(await answered).toBe(201);
    };
    await send();
    const before = await held();
    for (const _ of [1, 2, 3, 4, 5]) await send();
    expect((await held()) - before).toBeLessThan(2 * largestFile);
  });
});

describe("reading", () => {
  let few: ServedWeb;
  let path: string;
  beforeAll(async () => {
    few = await serveWeb({ ...web.deps, attachmentLimits: { read: 3, readByOne: 2, longestWaitMs: 200, longestStallMs: 3_000 } });
    path = `/api/attachments/${(await upload(new Uint8Array(largestFile).fill(0xe9))).id}`;
  });
  afterAll(() => few.close());

  /** Asks for the file and takes nothing of it. */
  function askAndTakeNothing(): { leave(): void } {
    const socket = connect(few.port, "127.0.0.1").pause();
    socket.on("error", () => undefined).write(`GET ${path} HTTP/1.1\r\nhost: localhost:${few.port}\r\n\r\n`);
    return { leave: () => socket.destroy() };
  }
  const readHere = () => fetch(at(path, few.port));
  const untilBusy = () =>
    waitFor(
      "an answer that it is too much",
      async () => {
        const answer = await readHere();
        await answer.body?.cancel();
        return answer;
      },
      (answer) => (answer.status === 503 ? answer : undefined),
    );
  const untilRead = () =>
    waitFor(
      "the file",
      async () => {
        const answer = await readHere();
        return { status: answer.status, size: (await answer.arrayBuffer()).byteLength };
      },
      (read) => (read.status === 200 ? read : undefined),
      20_000,
    );

  test("more at once than there is memory for is told to come again, and HEAD is not", async () => {
    const stalled = [askAndTakeNothing(), askAndTakeNothing()];
    const refused = await untilBusy();
    expect(refused.headers.get("retry-after")).toBe("5");
    expect((await fetch(at(path, few.port), { method: "HEAD" })).headers.get("content-length")).toBe(String(largestFile));
    for (const reader of stalled) reader.leave();
    expect(await untilRead()).toEqual({ status: 200, size: largestFile });
  });

  test("whoever takes nothing is given up, and makes room", async () => {
    const stalled = [askAndTakeNothing(), askAndTakeNothing()];
    await untilBusy();
    expect(await untilRead()).toEqual({ status: 200, size: largestFile });
    for (const reader of stalled) reader.leave();
  });

  test("of a file that goes in the middle breaks off, so that nobody takes half of it for the whole", async () => {
    const { id } = await upload(new Uint8Array(largestFile).fill(0xea));
    const answer = await fetch(at(`/api/attachments/${id}`, few.port));
    const reader = answer.body!.getReader();
    await reader.read();
    await web.query("delete from junior_files where id = $1", [id]);
    await web.query("delete from junior_file_bytes as b where not exists (select 1 from junior_files f where f.hash = b.hash)");
    await expect(
      (async () => {
        while (!(await reader.read()).done);
      })(),
    ).rejects.toThrow("terminated");
    expect(await untilRead()).toEqual({ status: 200, size: largestFile });
  });

  test("by many who take nothing holds a few megabytes for each", async () => {
    const wide = await serveWeb({ ...web.deps, attachmentLimits: { readByOne: 24, longestWaitMs: 60_000 } });
    const before = process.memoryUsage().arrayBuffers;
    const sockets = Array.from({ length: 60 }, () => connect(wide.port, "127.0.0.1").pause());
    for (const socket of sockets) socket.write(`GET ${path} HTTP/1.1\r\nhost: localhost:${wide.port}\r\n\r\n`);
    let most = 0;
    for (const end = performance.now() + 3_000; performance.now() < end; await new Promise((tick) => setTimeout(tick, 50)))
      most = Math.max(most, process.memoryUsage().arrayBuffers - before);
    for (const socket of sockets) socket.destroy();
    await wide.close();
    expect(most).toBeLessThan(400_000_000);
  });
});
