import { useEffect, useEffectEvent, useState } from "react";
import { isTyping } from "../use-keys.ts";

/**
 * Takes files that are dropped anywhere or pasted; a browser would leave the page for them.
 * @returns whether some are held above the page
 */
export function useFileDrops(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((data: DataTransfer | null, event: Event) => {
    // A text that is dragged or pasted goes where it is dropped.
    if (data === null || !data.types.includes("Files")) return;
    event.preventDefault();
    onFiles([...data.files]);
  });
  useEffect(() => {
    const ended = new AbortController();
    const { signal } = ended;
    const onOver = (event: DragEvent) => {
      if (event.dataTransfer?.types.includes("Files") !== true) return;
      event.preventDefault();
      setIsOver(true);
    };
    const onLeave = (event: DragEvent) => {
      if (event.relatedTarget === null) setIsOver(false);
    };
    const onDrop = (event: DragEvent) => {
      setIsOver(false);
      take(event.dataTransfer, event);
    };
    const onPaste = (event: ClipboardEvent) => {
      // An office program gives a picture of the text that is copied, too.
      const hasText = event.clipboardData?.types.includes("text/plain") === true;
      if (!(hasText && isTyping(event.target))) take(event.clipboardData, event);
    };
    window.addEventListener("dragover", onOver, { signal });
    window.addEventListener("dragleave", onLeave, { signal });
    window.addEventListener("drop", onDrop, { signal });
    window.addEventListener("paste", onPaste, { signal });
    return () => ended.abort();
  }, []);
  return isOver;
}
