import { useEffect, useEffectEvent, useState } from "react";

/**
 * Takes a file that is dropped anywhere on the page, or pasted; a browser would leave the page for it.
 * @returns whether one is held above the page
 */
export function useDroppedFile(onFile: (file: File) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((data: DataTransfer | null, event: Event) => {
    // A text that is dragged or pasted goes where it is dropped.
    if (data === null || !data.types.includes("Files")) return;
    event.preventDefault();
    const [first] = data.files;
    if (first !== undefined) onFile(first);
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
    window.addEventListener("dragover", onOver, { signal });
    window.addEventListener("dragleave", onLeave, { signal });
    window.addEventListener("drop", onDrop, { signal });
    window.addEventListener("paste", (event) => take(event.clipboardData, event), { signal });
    return () => ended.abort();
  }, []);
  return isOver;
}
