import { keepPreviousData, useQuery } from "@tanstack/react-query";
import { useEffect, useMemo, useRef, useState } from "react";
import { meQuery } from "../../../api/service.ts";
import { historyQuery, type HistoryEntry, type StoredAnalysis } from "../../../api/session.ts";
import { lastSeen, markSeen, NOTHING_UNSEEN, type Unseen, unseenIn } from "./seen-changes.ts";

/**
 * Returns others' changes since this person last left the session, and while it is open. In local mode everyone
 * has the same name, so nobody's changes count as those of others.
 */
export function useUnseen({ session_id: id, etag }: StoredAnalysis): {
  unseen: Unseen;
  markAll: () => void;
} {
  const me = useQuery(meQuery).data;
  const history = useQuery({ ...historyQuery(id, etag), placeholderData: keepPreviousData });
  const items = history.data?.items;
  const [seen, setSeen] = useState(() => lastSeen(id));
  const newest = useRef<HistoryEntry | undefined>(undefined);
  newest.current = items?.[0];
  const isRead = items !== undefined;
  useEffect(() => {
    if (!isRead) return undefined;
    // On the first visit, everything counts as seen.
    if (lastSeen(id) === null) {
      markSeen(id, newest.current);
      setSeen(lastSeen(id));
    }
    const leave = () => markSeen(id, newest.current);
    window.addEventListener("pagehide", leave);
    return () => {
      window.removeEventListener("pagehide", leave);
      leave();
    };
  }, [id, isRead]);
  const unseen = useMemo(() => {
    if (items === undefined || seen === null || me?.auth_enabled !== true) return NOTHING_UNSEEN;
    return unseenIn(items, seen, me.name);
  }, [items, seen, me]);
  const markAll = () => {
    markSeen(id, newest.current);
    setSeen(lastSeen(id));
  };
  return { unseen, markAll };
}
