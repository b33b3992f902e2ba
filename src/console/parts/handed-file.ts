import { useEffect, useEffectEvent } from "react";

/** Files that were dropped on one page and are for another. */
let handed: { files: readonly File[]; kind: string } | null = null;
const listeners = new Set<() => void>();

/** Hands several files of one kind. */
export function handFiles(files: readonly File[], kind: string): void {
  handed = files.length === 0 ? null : { files, kind };
  for (const listener of listeners) listener();
}

/** Takes files of some kinds, those that wait when the page is shown and those that come later. */
export function useHandedFiles(
  kinds: readonly string[],
  onFiles: (files: readonly File[], kind: string) => void,
): void {
  const take = useEffectEvent(() => {
    if (handed === null || !kinds.includes(handed.kind)) return;
    const { files, kind } = handed;
    handed = null;
    onFiles(files, kind);
  });
  useEffect(() => {
    const listener = () => take();
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}

/** Opens what takes files of a kind when some wait; they stay until they are taken. */
export function useWaitingFiles(kind: string, onWaiting: () => void): void {
  const look = useEffectEvent(() => {
    if (handed?.kind === kind) onWaiting();
  });
  useEffect(() => {
    const listener = () => look();
    listener();
    listeners.add(listener);
    return () => void listeners.delete(listener);
  }, []);
}
