import { useQuery } from "@tanstack/react-query";
import { useEffect } from "react";
import { meQuery } from "../api/me-query.ts";

type PageProps = {
  name: string;
  heading?: string;
  /** Beside the heading: what one most likely comes here to do. */
  action?: React.ReactNode;
  children: React.ReactNode;
};

/** A page: its heading, and its name with the needs-you count as the window's title. */
export function Page({ name, heading, action, children }: PageProps) {
  const waiting = useQuery(meQuery).data?.counts.needsYou ?? 0;
  useEffect(() => {
    document.title = `${waiting > 0 ? `(${waiting}) ` : ""}${name} · Junior`;
  }, [name, waiting]);
  return (
    <div className="page">
      {heading !== undefined && (
        <div className="page-head">
          <h1 className="page-heading">{heading}</h1>
          {action}
        </div>
      )}
      {children}
    </div>
  );
}
