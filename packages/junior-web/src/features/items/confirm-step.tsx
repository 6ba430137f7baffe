import { Button } from "react-aria-components";
import type { Option } from "../../contract.ts";

type ConfirmStepProps = { options: Option[]; disabled: boolean; onYes: () => void; onNo: () => void };

export function ConfirmStep({ options, disabled, onYes, onNo }: ConfirmStepProps) {
  const labels = options.map(({ label }) => `“${label}”`).join(" and ");
  return (
    <div className="confirm" role="group" aria-label={`Really ${labels}?`}>
      <p className="confirm-question">Really {labels}?</p>
      {options.map(({ id, description }) => description !== undefined && <p key={id}>{description}</p>)}
      <div className="actions">
        <Button className="button button-danger" isDisabled={disabled} onPress={onYes}>
          Yes, do it
        </Button>
        <Button className="button" autoFocus isDisabled={disabled} onPress={onNo}>
          No
        </Button>
      </div>
    </div>
  );
}
