import { type IncomingHttpHeaders, request } from "node:http";

export type Answer = { status: number; headers: IncomingHttpHeaders; text: string; json: any };

export type Asked = {
  method?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a string is sent as it is. */
  body?: unknown;
  /** Sends the body without announcing its length. */
  chunked?: boolean;
  hostname?: string;
};

/** A client that sends any path, Host and header as it is told: `fetch` corrects some of them. */
export function askHttp(port: number, path: string, asked: Asked = {}): Promise<Answer> {
  const { method = asked.body === undefined ? "GET" : "POST", hostname = "127.0.0.1" } = asked;
  const body = typeof asked.body === "string" ? asked.body : JSON.stringify(asked.body);
  const headers: Record<string, string> = { ...(body === undefined ? {} : { "content-type": "application/json" }), ...asked.headers };
  if (body !== undefined && !asked.chunked) headers["content-length"] = String(Buffer.byteLength(body));
  return new Promise((resolve, reject) => {
    const sending = request({ port, hostname, path, method, headers, agent: false }, (response) => {
      let text = "";
      response
        .setEncoding("utf8")
        .on("error", reject)
        .on("data", (part: string) => (text += part));
      response.on("end", () => {
        const isJson = /json/.test(response.headers["content-type"] ?? "") && text !== "";
        resolve({ status: response.statusCode ?? 0, headers: response.headers, text, json: isJson ? JSON.parse(text) : undefined });
      });
    });
    sending.on("error", reject);
    if (body !== undefined) sending.write(body);
    sending.end();
  });
}

export type EventStream = {
  status: number;
  events: { event: string; id?: string; data?: any }[];
  /** The last id that came, with an event or without. */
  lastId: () => string | undefined;
  ended: Promise<void>;
  close(): void;
};

/** Reads server-sent events as a browser does. */
export function openEvents(port: number, path: string, headers: Record<string, string> = {}): Promise<EventStream> {
  return new Promise((resolve, reject) => {
    const sending = request({ port, hostname: "127.0.0.1", path, headers, agent: false }, (response) => {
      const events: EventStream["events"] = [];
      let lastId: string | undefined;
      let rest = "";
      response.setEncoding("utf8").on("data", (part: string) => {
        const blocks = (rest + part).split("\n\n");
        rest = blocks.pop() ?? "";
        for (const block of blocks) {
          const fields = Object.fromEntries(
            block.split("\n").map((line) => [line.split(":", 1)[0], line.slice(line.indexOf(":") + 1).trim()]),
          );
          lastId = fields["id"] ?? lastId;
          if ("data" in fields)
            events.push({ event: fields["event"] ?? "message", id: fields["id"], data: fields["data"] && JSON.parse(fields["data"]) });
        }
      });
      const ended = new Promise<void>((end) => response.once("close", end).on("error", () => end()));
      resolve({ status: response.statusCode ?? 0, events, lastId: () => lastId, ended, close: () => sending.destroy() });
    });
    sending.on("error", reject);
    sending.end();
  });
}
