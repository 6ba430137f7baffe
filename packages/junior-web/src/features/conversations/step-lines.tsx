import type { Step } from "../../contract.ts";
import { endsText, groupState, groupText, tookText } from "./step-groups.ts";

/** What Junior did between two messages: one line, which opens. Its height stays while steps are added. */
export function StepLines({ steps }: { steps: Step[] }) {
  const state = groupState(steps);
  const ends = endsText(steps);
  const took = state === "running" ? null : tookText(steps);
  return (
    <li className="steps">
      <details>
        <summary className="steps-summary">
          <StepMark state={state} />
          <span className="steps-text">{groupText(steps)}</span>
          {ends !== null && <span className={`steps-ends step-${state}`}>{ends}</span>}
          {took !== null && <span className="step-took">{took}</span>}
        </summary>
        <ol className="steps-list">
          {steps.map((step) => (
            <StepLine key={step.callId} step={step} />
          ))}
        </ol>
      </details>
    </li>
  );
}

function StepLine({ step }: { step: Step }) {
  const { state, text, error, output, tookMs } = step;
  return (
    <li className="step">
      <StepMark state={state} />
      <div className="step-text">
        {text}
        {state === "running" && "…"}
        {error !== null && <span className="step-error">{error}</span>}
        {output !== null && (
          <details className="step-output">
            <summary>What it gave</summary>
            <pre tabIndex={0}>{output}</pre>
          </details>
        )}
      </div>
      {tookMs !== null && <span className="step-took">{tookText([step])}</span>}
    </li>
  );
}

const marks: Record<Step["state"], [string, string]> = {
  running: ["•", "now"],
  done: ["✓", "done"],
  failed: ["✗", "failed"],
  stopped: ["–", "stopped"],
};

function StepMark({ state }: { state: Step["state"] }) {
  const [mark, text] = marks[state];
  return (
    <span className={`step-mark step-mark-${state}`}>
      <span aria-hidden="true">{mark}</span>
      <span className="visually-hidden">{text}: </span>
    </span>
  );
}
