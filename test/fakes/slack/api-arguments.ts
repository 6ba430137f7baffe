import { parse } from "node:querystring";
import type { JsonObject } from "./json.ts";

/** Thrown by a Web API method to answer `{ok: false, error}`; `also` joins the answer. */
export class ApiRefusal extends Error {
  readonly code: string;
  readonly also: JsonObject;

  constructor(code: string, also: JsonObject = {}) {
    super(code);
    this.code = code;
    this.also = also;
  }
}

export type Arguments = ReturnType<typeof argumentsOf>;

/** The body of an API call as name and value: form-encoded (web-api sends lists and objects as JSON strings) or JSON. */
export function parseBody(contentType: string, body: Buffer, query: URLSearchParams): JsonObject {
  const fromQuery = Object.fromEntries(query);
  if (contentType.startsWith("application/json")) {
    try {
      return { ...fromQuery, ...(JSON.parse(body.toString()) as JsonObject) };
    } catch {
      throw new ApiRefusal("invalid_json");
    }
  }
  return { ...fromQuery, ...parse(body.toString()) };
}

export function argumentsOf(body: JsonObject) {
  function text(name: string): string | undefined {
    const value = body[name];
    if (value === undefined || value === null) return undefined;
    return typeof value === "object" ? JSON.stringify(value) : String(value);
  }

  return {
    body,
    text,
    has: (name: string): boolean => text(name) !== undefined,
    flag: (name: string): boolean => ["true", "1"].includes(text(name) ?? ""),

    needed(name: string): string {
      const value = text(name);
      if (value === undefined || value === "")
        throw new ApiRefusal("invalid_arguments", {
          response_metadata: { messages: [`[ERROR] missing required field: ${name}`] },
        });
      return value;
    },

    /** A whole number within the bounds Slack allows, else its own default. */
    count(name: string, byDefault: number, most: number): number {
      const given = text(name);
      if (given === undefined) return byDefault;
      const value = Number(given);
      if (!Number.isInteger(value) || value < 0) throw new ApiRefusal("invalid_limit");
      return value === 0 ? byDefault : Math.min(value, most);
    },

    /** A list or object, sent as JSON or as a JSON string; `refusal` when it cannot be read. */
    json(name: string, refusal: string): unknown {
      const value = body[name];
      if (typeof value !== "string") return value ?? undefined;
      if (value === "") return undefined;
      try {
        return JSON.parse(value);
      } catch {
        throw new ApiRefusal(refusal);
      }
    },
  };
}
