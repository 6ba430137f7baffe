import type { Problem } from "../../contract.ts";

/** The server refused: its `application/problem+json`, or one made from the bare status. */
export class ApiProblem extends Error {
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.detail ?? problem.title);
    this.name = "ApiProblem";
    this.problem = problem;
  }
}

/** No answer came: whether the server acted is unknown. */
export class NoConnection extends Error {
  constructor(cause: unknown) {
    super("Junior cannot be reached.", { cause });
    this.name = "NoConnection";
  }
}

type Init = { method?: "DELETE"; body?: unknown; signal?: AbortSignal };

/**
 * Calls `/api`; throws `ApiProblem` or `NoConnection`. The caller names the type that `contract.ts` promises for the path:
 * undefined where the answer is empty.
 */
export async function requestJson<T>(path: string, init: Init = {}): Promise<T> {
  const response = await reach(path, init);
  if (!response.ok) throw new ApiProblem(await readProblem(response));
  return (response.status === 204 ? undefined : await response.json()) as T;
}

async function reach(path: string, { method, body, signal }: Init): Promise<Response> {
  const sent = body === undefined ? { method } : { method: "POST", body: JSON.stringify(body) };
  const headers = { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) };
  try {
    return await fetch(path, { ...sent, headers, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoConnection(error);
  }
}

async function readProblem(response: Response): Promise<Problem> {
  return problemOf(response.status, response.statusText, await response.text().catch(() => ""));
}

/** The problem that a refusal tells, or one made from the bare status. */
export function problemOf(status: number, statusText: string, body: string): Problem {
  const bare = { type: "about:blank", title: statusText || `Error ${status}`, status };
  try {
    const told: unknown = JSON.parse(body);
    return typeof told === "object" && told !== null ? { ...bare, ...(told as Partial<Problem>) } : bare;
  } catch {
    return bare;
  }
}
