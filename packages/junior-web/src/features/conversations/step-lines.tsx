import type { Step } from "../../contract.ts";
import { groupText, tookText } from "./step-groups.ts";

/** What Junior did between two messages: one line, which opens. Its height stays while steps are added. */
export function StepLines({ steps }: { steps: Step[] }) {
  const failed = steps.filter(({ state }) => state === "failed").length;
  const last = steps.at(-1);
  const took = last?.state === "running" ? null : tookText(steps);
  return (
    <li className="steps">
      <details>
        <summary className="steps-summary">
          {last !== undefined && <StepMark state={steps.length > 1 && last.state !== "running" && failed === 0 ? "done" : last.state} />}
          <span className="steps-text">{groupText(steps)}</span>
          {steps.length > 1 && failed > 0 && <span className="step-failed">{failed} failed</span>}
          {took !== null && <span className="step-took">{took}</span>}
        </summary>
        <ol className="steps-list">
          {steps.map((step) => (
            <li key={step.callId} className="step">
              <StepMark state={step.state} />
              <span className="step-text">
                {step.text}
                {step.state === "running" && "…"}
                {step.error !== null && <span className="step-error">{step.error}</span>}
              </span>
              {step.tookMs !== null && <span className="step-took">{tookText([step])}</span>}
            </li>
          ))}
        </ol>
      </details>
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
