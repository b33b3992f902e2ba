import { useEffect, useEffectEvent, useState } from "react";

/**
 * Takes files that are dropped anywhere on the page; a browser would leave the page for them.
 * @returns whether some are held above the page
 */
export function useDroppedFiles(onFiles: (files: readonly File[]) => void): boolean {
  const [isOver, setIsOver] = useState(false);
  const take = useEffectEvent((event: DragEvent) => {
    const { dataTransfer: data } = event;
    // A text that is dragged goes where it is dropped.
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
      take(event);
    };
    window.addEventListener("dragover", onOver, { signal });
    window.addEventListener("dragleave", onLeave, { signal });
    window.addEventListener("drop", onDrop, { signal });
    return () => ended.abort();
  }, []);
  return isOver;
}
