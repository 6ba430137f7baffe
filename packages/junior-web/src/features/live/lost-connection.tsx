import { clockText } from "../../shared/time-text.ts";
import { connectionLost } from "../../shared/words.ts";

export function LostConnection({ since }: { since: Date | null }) {
  return (
    <div role="status" className="banner-place">
      {since !== null && <p className="banner">{connectionLost(clockText(since))}</p>}
    </div>
  );
}
