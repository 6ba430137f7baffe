import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { Button, Dialog, Heading, Menu, MenuItem, MenuTrigger, Modal, ModalOverlay, Popover } from "react-aria-components";
import { ApiProblem } from "../../shared/api/request-json.ts";
import { Notice } from "../../shared/ui/notice.tsx";
import { words } from "../../shared/words.ts";
import { deleteConversation } from "./conversation-queries.ts";

type ConversationMenuProps = { conversationId: string; deleted: () => void };

/** What is done to a conversation as a whole. */
export function ConversationMenu({ conversationId, deleted }: ConversationMenuProps) {
  const [asking, setAsking] = useState(false);
  return (
    <>
      <MenuTrigger>
        <Button className="button button-quiet menu-button" aria-label="More about this conversation">
          <span aria-hidden="true">⋯</span>
        </Button>
        <Popover className="menu-popover" placement="bottom end">
          <Menu className="menu" onAction={() => setAsking(true)}>
            <MenuItem id="delete" className="menu-item menu-item-danger">
              {words.deleteConversation}
            </MenuItem>
          </Menu>
        </Popover>
      </MenuTrigger>
      <ModalOverlay className="overlay" isDismissable isOpen={asking} onOpenChange={setAsking}>
        <Modal className="modal">
          <DeleteDialog conversationId={conversationId} deleted={deleted} />
        </Modal>
      </ModalOverlay>
    </>
  );
}

function DeleteDialog({ conversationId, deleted }: ConversationMenuProps) {
  const mutation = useMutation({ mutationFn: () => deleteConversation(conversationId), onSuccess: deleted });
  return (
    <Dialog role="alertdialog" className="dialog">
      <Heading slot="title" className="dialog-heading">
        Delete this conversation?
      </Heading>
      <div className="dialog-text">
        <p>Everything said, asked and attached in it goes, for everybody, and so does what Junior posted privately for it in Slack.</p>
        <p>This cannot be undone.</p>
      </div>
      <div role="alert">{mutation.error !== null && <Notice>{failureText(mutation.error)}</Notice>}</div>
      <div className="actions">
        <Button className="button button-danger" isDisabled={mutation.isPending} onPress={() => mutation.mutate()}>
          {mutation.isPending ? "Deleting…" : "Delete it"}
        </Button>
        <Button slot="close" className="button" autoFocus isDisabled={mutation.isPending}>
          Keep it
        </Button>
      </div>
    </Dialog>
  );
}

function failureText(error: Error): string {
  return error instanceof ApiProblem ? error.message : "Junior did not reply, so it may not be deleted. Try again in a minute.";
}
