import { useQuery } from "@tanstack/react-query";
import { Link, Outlet, useRouterState } from "@tanstack/react-router";
import { useEffect, useRef } from "react";
import { ConnectionLostContext } from "../features/live/connection-lost-context.ts";
import { LostConnection } from "../features/live/lost-connection.tsx";
import { useLiveChanges } from "../features/live/use-live-changes.ts";
import { readerQuery } from "../shared/api/me-query.ts";
import { KeyboardHelp } from "./keyboard-help.tsx";
import { SignOut } from "./sign-out.tsx";
import { SignedOut } from "./signed-out.tsx";

export function Layout() {
  const lostAt = useLiveChanges();
  const main = useFocusOnNavigation();
  const { me = null, refusal = null } = useQuery(readerQuery).data ?? {};
  const waiting = me?.counts.needsYou ?? 0;
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
          {me !== null && <span className="rail-name">{me.name}</span>}
          {me?.bySession === true && <SignOut name={me.name} />}
          <KeyboardHelp />
        </div>
      </header>
      <main id="main" ref={main} tabIndex={-1}>
        <LostConnection since={refusal === null ? lostAt : null} />
        <ConnectionLostContext value={lostAt}>{refusal === null ? <Outlet /> : <SignedOut how={refusal} />}</ConnectionLostContext>
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
