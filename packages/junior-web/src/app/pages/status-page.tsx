import { useQuery } from "@tanstack/react-query";
import { PartList } from "../../features/status/part-list.tsx";
import { statusQuery } from "../../features/status/status-query.ts";
import { Page } from "../../shared/ui/page.tsx";
import { Failed, Loading } from "../../shared/ui/page-state.tsx";

export function StatusPage() {
  const { data, error, refetch } = useQuery(statusQuery);
  return (
    <Page name="Status" heading="What is on and what is off">
      {data === undefined && error === null && <Loading what="the status" />}
      {data === undefined && error !== null && <Failed error={error} retry={() => void refetch()} />}
      {data !== undefined && (
        <>
          <PartList parts={data.parts} />
          <p className="page-note">Junior {data.version}</p>
        </>
      )}
    </Page>
  );
}
