import { useEffect, useEffectEvent, useState } from "react";

/**
 * Takes files that are dropped anywhere on the page; a browser would leave the page for them.
 * @param withPasted whether files that are pasted are taken, too
 * @returns whether some are held above the page
 */
export function useDroppedFiles(
  onFiles: (files: readonly File[]) => void,
  withPasted: boolean,
): boolean {
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
    window.addEventListener("dragover", onOver, { signal });
    window.addEventListener("dragleave", onLeave, { signal });
    window.addEventListener("drop", onDrop, { signal });
    if (withPasted) {
      window.addEventListener("paste", (event) => take(event.clipboardData, event), { signal });
    }
    return () => ended.abort();
  }, [withPasted]);
  return isOver;
}
