import { useEffect, useEffectEvent } from "react";

/** Files dropped on one page for another. */
let handed: { files: readonly File[]; kind: string } | null = null;
const listeners = new Set<() => void>();

/** Passes on several files of one kind. */
export function handFiles(files: readonly File[], kind: string): void {
  handed = files.length === 0 ? null : { files, kind };
  for (const listener of listeners) listener();
}

/** Receives files of some kinds, both those already waiting and later ones. */
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

/** Calls `onWaiting` when files of a kind wait. They stay until they are taken. */
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
