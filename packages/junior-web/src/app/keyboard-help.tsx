import { useEffect, useState } from "react";
import { Button, Dialog, DialogTrigger, Heading, Modal, ModalOverlay } from "react-aria-components";

const keys: [string, string][] = [
  ["j, k", "Mark the next or previous question"],
  ["1 – 9", "Pick an option of the marked question"],
  ["a", "Answer the marked question in your own words"],
  ["Enter", "Send what you write"],
  ["Shift + Enter", "New line in what you write"],
  ["Ctrl + Enter", "Send the form that you fill in"],
  ["?", "This help"],
];

export function KeyboardHelp() {
  const [open, setOpen] = useState(false);
  useQuestionMark(() => setOpen(true));
  return (
    <DialogTrigger isOpen={open} onOpenChange={setOpen}>
      <Button className="button button-quiet button-small keyboard-button">Keyboard</Button>
      <ModalOverlay className="overlay" isDismissable>
        <Modal className="modal">
          <Dialog className="dialog">
            <Heading slot="title" className="dialog-heading">
              Keyboard
            </Heading>
            <dl className="keys">
              {keys.map(([key, meaning]) => (
                <div key={key}>
                  <dt>
                    <kbd>{key}</kbd>
                  </dt>
                  <dd>{meaning}</dd>
                </div>
              ))}
            </dl>
            <Button slot="close" className="button">
              Close
            </Button>
          </Dialog>
        </Modal>
      </ModalOverlay>
    </DialogTrigger>
  );
}

function useQuestionMark(pressed: () => void): void {
  useEffect(() => {
    function keyPressed(event: KeyboardEvent) {
      const typing =
        event.target instanceof HTMLElement && event.target.matches("textarea, select, input:not([type=radio], [type=checkbox])");
      if (event.key === "?" && !typing && !event.ctrlKey && !event.metaKey) pressed();
    }
    document.addEventListener("keydown", keyPressed);
    return () => document.removeEventListener("keydown", keyPressed);
  });
}
