import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { LostConnection } from "../features/live/lost-connection.tsx";
import { useLiveChanges } from "../features/live/use-live-changes.ts";
import { meQuery } from "../shared/api/me-query.ts";
import { ApiProblem } from "../shared/api/request-json.ts";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { SignOut } from "./sign-out.tsx";
import { SignedOut } from "./signed-out.tsx";

export function Layout() {
  const lostAt = useLiveChanges();
  const main = useFocusOnNavigation();
  const { data: me, error } = useQuery(meQuery);
  const signedOut = error instanceof ApiProblem && error.problem.status === 401;
  const waiting = signedOut ? 0 : (me?.counts.needsYou ?? 0);
  return (
    <div className="layout">
      <a className="skip-link" href="#main">
        Skip to content
      </a>
      <header className="rail">
        <Link to="/" className="brand" tabIndex={-1} aria-hidden="true">
          Junior
        </Link>
        <nav aria-label="Junior">
          <Link to="/" className="nav-link" activeOptions={{ exact: true }}>
            Desk
            {waiting > 0 && (
              <span className="count">
                {waiting}
                <span className="visually-hidden"> {waiting === 1 ? "needs" : "need"} you</span>
              </span>
            )}
          </Link>
          <Link to="/conversations" className="nav-link">
            Conversations
          </Link>
          <Link to="/status" className="nav-link">
            Status
          </Link>
        </nav>
        <div className="rail-foot">
          {me !== undefined && !signedOut && <span className="rail-name">{me.name}</span>}
          {me?.bySession === true && !signedOut && <SignOut name={me.name} />}
          <KeyboardHelp />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <LostConnection since={signedOut ? null : lostAt} />
        {signedOut ? <SignedOut how={error.message} /> : <Outlet />}
      </main>
    </div>
  );
}

/** A screen reader has to learn that the page has changed, though the document has not. */
function useFocusOnNavigation() {
  const main = useRef<HTMLElement>(null);
  const path = useRouterState({ select: (state) => state.resolvedLocation?.pathname });
  const before = useRef(path);
  useEffect(() => {
    const moved = before.current !== undefined && before.current !== path;
    before.current = path;
    if (moved && !main.current?.contains(document.activeElement)) main.current?.focus({ preventScroll: true });
  }, [path]);
  return main;
}
