import { useEffect } from "react";

/** In place of every page, as long as the server does not know who asks. */
export function SignedOut({ how }: { how: string }) {
  useEffect(() => {
    document.title = "Sign in · Junior";
  }, []);
  return (
    <div className="page">
      <div className="page-head">
        <h1 className="page-heading">Sign in</h1>
      </div>
      <p role="alert">{how}</p>
    </div>
  );
}
