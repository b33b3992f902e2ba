import { useMutation, useQueryClient } from "@tanstack/react-query";
import { type Stated } from "../../../api/client.ts";
import {
  changeDossier,
  type Dossier,
  type DossierChange,
  type DossierListItem,
  dossierQuery,
} from "../../../api/dossiers.ts";
import { metStateOf } from "../../../api/problem.ts";
import { sendOn } from "../../../parts/conflict/send-on.ts";
import { type Guarded, useGuarded } from "../../../parts/conflict/use-guarded.ts";

export type Details = Pick<DossierListItem, "name" | "note" | "tlp">;

/** The requested changes, and the values that they are based on. */
export interface DetailsWanted {
  change: Partial<Details>;
  seen: Details;
}

/** Changes name, note or marking. Other people's changes of other fields do not conflict. */
export function useDetailsChange({ body, etag }: Stated<Dossier>, onDone: () => void) {
  const shown = useShow(body.dossier_id);
  return useGuarded(etag, {
    mutationFn: ({ wanted: { change, seen }, etag: at }: Guarded<DetailsWanted>) =>
      sendOn(
        at,
        (state) => changeDossier(body.dossier_id, change, state),
        (current) => isUntouched(change, seen, current as Details),
      ),
    onSuccess: ({ answer }) => {
      shown(answer);
      onDone();
    },
  });
}

/**
 * Adds or removes reports. If others changed the dossier in the meantime, applies the same change to its
 * current reports, so that nothing is lost.
 */
export function useReportsChange({ body, etag }: Stated<Dossier>, onDone?: () => void) {
  const shown = useShow(body.dossier_id);
  return useMutation({
    mutationFn: async (edit: (ids: readonly string[]) => string[]) => {
      const send = async (ids: readonly string[], at: string) =>
        await changeDossier(body.dossier_id, asChange(edit(ids)), at);
      try {
        return await send(body.session_ids, etag);
      } catch (error) {
        const met = metStateOf(error);
        if (met === null || met.current === null) throw error;
        return await send((met.current as DossierListItem).session_ids, met.etag);
      }
    },
    onSuccess: (answer) => {
      shown(answer);
      onDone?.();
    },
  });
}

function asChange(session_ids: string[]): DossierChange {
  return { session_ids: [...new Set(session_ids)] };
}

/** Shows the result of a change, and refetches lists. */
function useShow(dossierId: string) {
  const queries = useQueryClient();
  return (answer: Stated<Dossier>) => {
    queries.setQueryData(dossierQuery(dossierId).queryKey, answer);
    void queries.invalidateQueries({ queryKey: ["dossiers"] });
  };
}

function isUntouched(change: Partial<Details>, seen: Details, current: Details): boolean {
  return (Object.keys(change) as (keyof Details)[]).every(
    (field) => seen[field] === current[field],
  );
}
