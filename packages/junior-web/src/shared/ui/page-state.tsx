import { Button } from "react-aria-components";
import { ApiProblem, NoConnection } from "../api/request-json.ts";

export function Loading({ what }: { what: string }) {
  return (
    <div className="page-state" role="status">
      <span className="spinner" aria-hidden="true" />
      <p>Loading {what}…</p>
    </div>
  );
}

export function Empty({ children }: { children: React.ReactNode }) {
  return <div className="page-state page-state-empty">{children}</div>;
}

export function Failed({ error, retry }: { error: unknown; retry: () => void }) {
  const { title, text, retriable } = explain(error);
  return (
    <div className="page-state" role="alert">
      <h2>{title}</h2>
      <p>{text}</p>
      {retriable && (
        <Button className="button" onPress={retry}>
          Try again
        </Button>
      )}
    </div>
  );
}

function explain(error: unknown): { title: string; text: string; retriable: boolean } {
  if (error instanceof NoConnection)
    return { title: "Junior cannot be reached", text: "This page fills itself as soon as Junior is back.", retriable: true };
  if (error instanceof ApiProblem && error.problem.status === 401)
    return { title: "Junior does not know you here", text: error.message, retriable: true };
  if (error instanceof ApiProblem && error.problem.status === 404)
    return { title: "Not found", text: "There is nothing here that you may see. It may have been deleted.", retriable: false };
  const text = error instanceof ApiProblem ? error.message : "Something went wrong on this page.";
  return { title: "This did not work", text, retriable: true };
}
