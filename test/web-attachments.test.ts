import { type ClientRequest, request } from "node:http";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { attachment as attachmentShape, problem as problemShape } from "junior-web/contract";
import { newId } from "../packages/junior/src/base/ids.ts";
import { words } from "../packages/junior/src/base/words.ts";
import { largestFile } from "../packages/junior/src/files/file.ts";
import { type ServedWeb, type TestWeb, openTestWeb, serveWeb } from "./open-test-web.ts";
import { waitFor } from "./wait-for.ts";

let web: TestWeb;
/** The same Junior, at which ben is the local person. */
let bens: ServedWeb;
beforeAll(async () => {
  web = await openTestWeb();
  bens = await serveWeb({ ...web.deps, localPerson: async () => web.ben });
});
afterAll(async () => {
  await bens.close();
  await web.close();
});

const png = Buffer.from("iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==", "base64");
const html = "<!doctype html><script>document.title = 'mine'</script>";

const at = (path: string, port = web.port) => `http://127.0.0.1:${port}${path}`;

function form(content: string | Uint8Array<ArrayBuffer>, name = "notes.txt", type = "application/x-claimed"): FormData {
  const body = new FormData();
  body.append("file", new File([content], name, { type }));
  return body;
}

const post = (body: FormData | string, headers: Record<string, string> = {}) =>
  fetch(at("/api/attachments"), { method: "POST", body, headers });

async function upload(content: string | Uint8Array<ArrayBuffer>, name?: string, type?: string) {
  const answer = await post(form(content, name, type));
  expect(answer.status).toBe(201);
  return attachmentShape.parse(await answer.json());
}

const read = (id: string, given: { port?: number; headers?: Record<string, string>; method?: string } = {}) =>
  fetch(at(`/api/attachments/${id}`, given.port), { headers: given.headers, method: given.method });

const countFiles = async () => Number((await web.query("select count(*) from junior_files"))[0]!["count"]);

describe("uploading", () => {
  test("gives the file back as it was", async () => {
    const file = await upload(png, "a pixel.png");
    expect(file).toEqual({ id: file.id, name: "a pixel.png", mediaType: "image/png", size: png.length });
    const answer = await read(file.id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(png)).toBe(true);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "image/png",
      "content-length": String(png.length),
      "content-disposition": 'inline; filename="a pixel.png"',
      "x-content-type-options": "nosniff",
      "cache-control": "private, no-cache",
      "cross-origin-resource-policy": "same-origin",
    });
    expect(answer.headers.get("content-security-policy")).toContain("default-src 'none'");
    expect(answer.headers.get("content-security-policy")).toMatch(/; sandbox$/);
  });

  test("keeps an empty file", async () => {
    const file = await upload("", "empty.csv");
    expect(file).toMatchObject({ size: 0, mediaType: "text/csv" });
    const answer = await read(file.id);
    expect([answer.status, await answer.text()]).toEqual([200, ""]);
  });

  test("takes 20 MB, and not one byte more", async () => {
    const before = await countFiles();
    const bytes = new Uint8Array(largestFile).fill(0xe9);
    const file = await upload(bytes, "big.bin");
    expect(file).toMatchObject({ size: largestFile, mediaType: "application/octet-stream" });
    const answer = await read(file.id);
    expect(Buffer.from(await answer.arrayBuffer()).equals(Buffer.from(bytes))).toBe(true);

    const refused = await post(form(new Uint8Array(largestFile + 1), "bigger.bin"));
    expect(refused.status).toBe(413);
    expect(problemShape.parse(await refused.json()).detail).toBe(words.files.tooLarge);
    expect(await countFiles()).toBe(before + 1);
  });

  test("is told at once that 100 MB are too much, announced or not", async () => {
    const announced = await firstAnswer((sending) => {
      sending.setHeader("content-length", 100_000_000).flushHeaders();
    });
    expect(announced).toBe(413);
    const unannounced = await firstAnswer((sending) => {
      const part = Buffer.alloc(1_000_000);
      const send = (left: number) => left > 0 && sending.write(part, () => send(left - 1));
      send(22);
    });
    expect(unannounced).toBe(413);
  });

  test("that breaks off leaves nothing", async () => {
    const before = await countFiles();
    const sending = startUpload();
    sending.setHeader("content-length", 1_000_000);
    sending.write(`--b\r\ncontent-disposition: form-data; name="file"; filename="half.txt"\r\n\r\nhalf of it`);
    await new Promise((sent) => sending.once("socket", (socket) => socket.once("connect", () => setImmediate(sent))));
    const closed = new Promise((close) => sending.once("close", close));
    sending.destroy();
    await closed;
    // What comes after it is answered, so it has been dealt with.
    await upload("whole");
    expect(await countFiles()).toBe(before + 1);
  });

  test("without an announced length is taken too", async () => {
    const content = Buffer.from(`--b\r\ncontent-disposition: form-data; name="file"; filename="a.txt"\r\n\r\nparts\r\n--b--\r\n`);
    const sending = startUpload();
    const answered = new Promise<number | undefined>((answer) =>
      sending.on("response", (response) => answer(response.resume().statusCode)),
    );
    sending.write(content.subarray(0, 20));
    sending.end(content.subarray(20));
    expect(await answered).toBe(201);
  });

  test.each<[string, FormData | string, Record<string, string>, number]>([
    ["JSON", "{}", { "content-type": "application/json" }, 415],
    ["bare bytes", "hello", { "content-type": "image/png" }, 415],
    ["no boundary", "hello", { "content-type": "multipart/form-data" }, 415],
    ["nonsense between boundaries", "hello", { "content-type": "multipart/form-data; boundary=b" }, 400],
    [
      "no end",
      `--b\r\ncontent-disposition: form-data; name="file"; filename="a"\r\n\r\nx`,
      { "content-type": "multipart/form-data; boundary=b" },
      400,
    ],
    ["nothing", new FormData(), {}, 400],
    ["a text in place of a file", textForm(), {}, 400],
    ["two files", twoFiles(), {}, 400],
  ])("%s is refused", async (_, body, headers, status) => {
    const before = await countFiles();
    const answer = await post(body, headers);
    expect(answer.status).toBe(status);
    expect(problemShape.parse(await answer.json()).detail).toBe(words.files.notOneFile);
    expect(await countFiles()).toBe(before);
  });

  test("from another site's page is refused", async () => {
    expect((await post(form("hi"), { origin: "http://evil.example" })).status).toBe(403);
  });

  test("of JSON to other routes stays bounded at 1 MB", async () => {
    const answer = await web.ask("/api/conversations", { body: { text: "x".repeat(1_100_000), key: newId() } });
    expect(answer.status).toBe(413);
  });

  function textForm() {
    const body = new FormData();
    body.append("file", "just text");
    return body;
  }

  function twoFiles() {
    const body = form("one");
    body.append("file", new File(["two"], "two.txt"));
    return body;
  }
});

describe("what a browser is given", () => {
  test.each([
    ["a page called a picture", html, "pixel.png", "image/png"],
    ["a page", html, "page.html", "text/html"],
    ["a drawing", `<?xml version="1.0"?><svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>`, "drawing.svg", "image/svg+xml"],
    ["a script", "alert(1)", "run.js", "text/javascript"],
  ])("of %s is plain text", async (_, content, name, type) => {
    const { id, mediaType } = await upload(content, name, type);
    expect(mediaType).toBe("text/plain");
    const answer = await read(id);
    expect(answer.headers.get("content-type")).toBe("text/plain; charset=utf-8");
    expect(answer.headers.get("x-content-type-options")).toBe("nosniff");
    expect(await answer.text()).toBe(content);
  });

  test.each([
    ["a.pdf", "%PDF-1.7\n", "application/pdf"],
    ["a.md", "# hi", "text/markdown; charset=utf-8"],
    ["a.json", "{}", "application/json; charset=utf-8"],
    ["a.html", "\0<html>", "application/octet-stream"],
  ])("%s is only to be saved", async (name, content, type) => {
    const answer = await read((await upload(content, name)).id);
    expect(answer.headers.get("content-type")).toBe(type);
    expect(answer.headers.get("content-disposition")).toBe(`attachment; filename=${name}`);
  });

  test.each([
    ["../../etc/passwd.txt", "passwd.txt", "inline; filename=passwd.txt"],
    [`say "hi".txt`, `say "hi".txt`, `inline; filename="say \\"hi\\".txt"`],
    ["a\r\nset-cookie: x=1.txt", "a set-cookie: x=1.txt", `inline; filename="a set-cookie: x=1.txt"`],
    ["Pläne 🙂.txt", "Pläne 🙂.txt", /^inline; filename="Pl.*\.txt"; filename\*=UTF-8''Pl%C3%A4ne%20%F0%9F%99%82\.txt$/],
    ["\u202Etxt.exe", "txt.exe", "inline; filename=txt.exe"],
    ["50%25 off; x=y.txt", "50%25 off; x=y.txt", /^inline; filename="50.*"; filename\*=UTF-8''50%2525%20off%3B%20x%3Dy\.txt$/],
  ])("is named safely: %j", async (given, name, disposition) => {
    const file = await uploadNamed(given);
    expect(file.name).toBe(name);
    const answer = await read(file.id);
    expect(answer.headers.get("set-cookie")).toBeNull();
    expect(answer.headers.get("content-disposition")).toMatch(disposition instanceof RegExp ? disposition : exactly(disposition));
  });

  test("is not sent again while it is the same, but asked for each time", async () => {
    const { id } = await upload("the same");
    const etag = (await read(id)).headers.get("etag")!;
    for (const tag of [etag, `W/${etag}`, `"other", ${etag}`]) {
      const again = await read(id, { headers: { "if-none-match": tag } });
      expect([again.status, await again.text(), again.headers.get("etag")]).toEqual([304, "", etag]);
    }
    expect((await read(id, { headers: { "if-none-match": '"other"' } })).status).toBe(200);
    expect((await read(id, { port: bens.port, headers: { "if-none-match": etag } })).status).toBe(404);
  });

  test("to HEAD are the headers alone", async () => {
    const answer = await read((await upload("hello")).id, { method: "HEAD" });
    expect([answer.status, await answer.text(), answer.headers.get("content-type")]).toEqual([200, "", "text/plain; charset=utf-8"]);
  });

  /** As programs send names that a browser would have escaped. */
  async function uploadNamed(name: string) {
    const answer = await post(form("hello", name));
    expect(answer.status).toBe(201);
    return attachmentShape.parse(await answer.json());
  }

  const exactly = (text: string) => new RegExp(`^${text.replace(/[\\^$.*+?()[\]{}|]/g, "\\$&")}$`);
});

function startUpload(): ClientRequest {
  const headers = { "content-type": "multipart/form-data; boundary=b" };
  const sending = request({ port: web.port, hostname: "127.0.0.1", path: "/api/attachments", method: "POST", headers, agent: false });
  return sending.on("error", () => undefined);
}

/** The status that comes while the body is still being sent. */
async function firstAnswer(send: (sending: ClientRequest) => void): Promise<number | undefined> {
  const sending = startUpload();
  let status: number | undefined;
  sending.on("response", (response) => {
    status = response.statusCode;
    response.resume();
  });
  send(sending);
  await waitFor(
    "an answer",
    () => status,
    (given) => given,
  );
  sending.destroy();
  return status;
}
