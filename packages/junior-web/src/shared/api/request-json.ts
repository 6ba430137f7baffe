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

/** Calls `/api`; throws `ApiProblem` or `NoConnection`. The caller names the type that `contract.ts` promises for the path. */
export async function requestJson<T>(path: string, init: { body?: unknown; signal?: AbortSignal } = {}): Promise<T> {
  const response = await reach(path, init);
  if (!response.ok) throw new ApiProblem(await readProblem(response));
  return (await response.json()) as T;
}

async function reach(path: string, { body, signal }: { body?: unknown; signal?: AbortSignal }): Promise<Response> {
  const sent = body === undefined ? {} : { method: "POST", body: JSON.stringify(body) };
  const headers = { accept: "application/json", ...(body === undefined ? {} : { "content-type": "application/json" }) };
  try {
    return await fetch(path, { ...sent, headers, signal });
  } catch (error) {
    if (signal?.aborted) throw error;
    throw new NoConnection(error);
  }
}

async function readProblem(response: Response): Promise<Problem> {
  const bare = { type: "about:blank", title: response.statusText || `Error ${response.status}`, status: response.status };
  if (!response.headers.get("content-type")?.includes("json")) return bare;
  try {
    return { ...bare, ...((await response.json()) as Partial<Problem>) };
  } catch {
    return bare;
  }
}
