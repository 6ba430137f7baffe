import type { Option } from "../../contract.ts";

/** `number`: the key that picks it, shown on the current card only. */
export function OptionText({ option, number }: { option: Option; number: number }) {
  return (
    <>
      <span className="option-text">
        <span className="option-label">
          <span>{option.label}</span> {option.recommended && <span className="badge">Recommended</span>}
        </span>
        {option.description !== undefined && <span className="option-description">{option.description}</span>}
      </span>
      {number < 10 && (
        <kbd className="option-key" aria-hidden="true">
          {number}
        </kbd>
      )}
    </>
  );
}
