import { useEffect, useEffectEvent, useState } from "react";

/** Files dropped anywhere on the page, which a browser would otherwise leave the page for. Returns whether some hover over it. */
export function useFileDrop(dropped: (files: File[]) => void): boolean {
  const [hovering, setHovering] = useState(false);
  const onDropped = useEffectEvent(dropped);
  useEffect(() => {
    const holdsFiles = (event: DragEvent) => event.dataTransfer?.types.includes("Files") === true;
    function over(event: DragEvent) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setHovering(true);
    }
    function left(event: DragEvent) {
      if (event.relatedTarget === null) setHovering(false);
    }
    function drop(event: DragEvent) {
      if (!holdsFiles(event)) return;
      event.preventDefault();
      setHovering(false);
      onDropped([...(event.dataTransfer?.files ?? [])]);
    }
    document.addEventListener("dragover", over);
    document.addEventListener("dragleave", left);
    document.addEventListener("drop", drop);
    return () => {
      document.removeEventListener("dragover", over);
      document.removeEventListener("dragleave", left);
      document.removeEventListener("drop", drop);
    };
  }, []);
  return hovering;
}
