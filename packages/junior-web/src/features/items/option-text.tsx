import type { Option } from "../../contract.ts";
import { words } from "../../shared/words.ts";

/**
 * `number`: the key that picks it, shown where that key would pick it. `tried`: it was picked, and is being sent or was
 * not recorded; the tag lies over the border, so that nothing moves when it comes.
 */
export function OptionText({ option, number, tried = null }: { option: Option; number: number; tried?: "sending" | "failed" | null }) {
  return (
    <>
      <span className="option-text">
        <span className="option-label">
          <span>{option.label}</span> {option.recommended && <span className="badge">Recommended</span>}
        </span>
        {option.description !== undefined && <span className="option-description">{option.description}</span>}
      </span>
      {tried !== null && <span className="option-tag">{tried === "sending" ? "sending…" : words.notRecordedYet}</span>}
      {number < 10 && (
        <kbd className="option-key" aria-hidden="true">
          {number}
        </kbd>
      )}
    </>
  );
}
