import { useEffect, useEffectEvent, useState } from "react";
import { isTyping } from "../use-keys.ts";

/**
 * Handles files that are dropped anywhere or pasted, for which a browser would leave the page.
 * @returns whether files are being dragged over the page
 */
export function useFileDrops(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((data: DataTransfer | null, event: Event) => {
    // Dragged or pasted text goes to its target.
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
      // Office programs also provide copied text as an image.
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
