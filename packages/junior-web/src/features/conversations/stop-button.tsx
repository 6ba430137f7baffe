import { useMutation, useQueryClient } from "@tanstack/react-query";
import { Button } from "react-aria-components";
import { conversationKey } from "../../shared/api/query-keys.ts";
import { stopWork } from "./conversation-queries.ts";

/** Ends what runs for the reader; what is done stays done, and Junior says so. */
export function StopButton({ conversationId }: { conversationId: string }) {
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => stopWork(conversationId),
    // Refused means that it has ended meanwhile.
    onSettled: () => client.invalidateQueries({ queryKey: conversationKey(conversationId) }),
  });
  return (
    <Button className="button button-quiet" isDisabled={mutation.isPending} onPress={() => mutation.mutate()}>
      {mutation.isPending ? "Stopping…" : "Stop"}
    </Button>
  );
}
