import { useEffect, useRef, useState } from "react";
import { localKept } from "../../parts/browser-storage.ts";

/** The content of the form. Empty options mean the service's defaults. */
export interface Draft {
  text: string;
  url: string;
  name: string;
  provider: string;
  domain: string;
  version: string;
  mode: string;
}

const KEY = "tradecraft.analyze.draft";
const SAVE_AFTER_MS = 400;
const EMPTY: Draft = {
  text: "",
  url: "",
  name: "",
  provider: "",
  domain: "",
  version: "",
  mode: "",
};

/** Returns the draft, which this browser stores until it is analyzed. Options are retained. */
export function useDraft(): [draft: Draft, change: (part: Partial<Draft>) => void] {
  const [draft, setDraft] = useState(read);
  useEffect(() => {
    const timer = setTimeout(() => keep(draft), SAVE_AFTER_MS);
    const now = () => keep(draft);
    window.addEventListener("pagehide", now);
    return () => {
      clearTimeout(timer);
      window.removeEventListener("pagehide", now);
    };
  }, [draft]);
  const latest = useRef(draft);
  useEffect(() => {
    latest.current = draft;
  }, [draft]);
  useEffect(() => () => keep(latest.current), []);
  return [draft, (part) => setDraft((known) => ({ ...known, ...part }))];
}

/** Removes the report from the draft, because it is a session now. */
export function forgetReport(): void {
  keep({ ...read(), text: "", url: "", name: "" });
}

function read(): Draft {
  try {
    const kept = JSON.parse(localKept.get(KEY) ?? "{}") as Record<string, unknown>;
    const draft = { ...EMPTY };
    for (const name of Object.keys(EMPTY) as (keyof Draft)[]) {
      const value = kept[name];
      if (typeof value === "string") draft[name] = value;
    }
    return draft;
  } catch {
    return EMPTY;
  }
}

function keep(draft: Draft): void {
  localKept.set(KEY, JSON.stringify(draft));
}
