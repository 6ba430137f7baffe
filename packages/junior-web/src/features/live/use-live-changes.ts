import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { meKey } from "../../shared/api/query-keys.ts";
import { changedQueries } from "./changed-queries.ts";
import { openLiveChanges } from "./open-live-changes.ts";
import { refreshQueries } from "./refresh-queries.ts";

/** Keeps the page's data true; returns since when it cannot, or null. */
export function useLiveChanges(): Date | null {
  const client = useQueryClient();
  const [lostAt, setLostAt] = useState<Date | null>(null);
  useEffect(
    () =>
      openLiveChanges({
        changed: (change) => {
          for (const queryKey of changedQueries(change)) refreshQueries(client, { queryKey });
        },
        missed: () => refreshQueries(client, {}),
        refused: () => void client.invalidateQueries({ queryKey: meKey }, { cancelRefetch: false }),
        lost: (at) => setLostAt((since) => since ?? at),
        back: () => setLostAt(null),
      }),
    [client],
  );
  return lostAt;
}
