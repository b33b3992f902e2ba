import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import type { Stated } from "../../../api/client.ts";
import {
  deleteDossier,
  type Dossier,
  DOSSIER_FORMATS,
  dossierFile,
} from "../../../api/dossiers.ts";
import { describeFailure } from "../../../api/problem.ts";
import controls from "../../../parts/controls.module.css";
import { useMayChange } from "../../../parts/use-may-change.ts";
import styles from "../dossiers.module.css";

interface Props {
  stated: Stated<Dossier>;
  onEdit: () => void;
}

/** Actions on a whole dossier. */
export function DossierActions({ stated, onEdit }: Props) {
  const mayChange = useMayChange();
  const [isAsked, setIsAsked] = useState(false);
  if (isAsked) return <Delete stated={stated} onCancel={() => setIsAsked(false)} />;
  return (
    <>
      <Export dossierId={stated.body.dossier_id} />
      {mayChange ? (
        <>
          <button type="button" className={controls.button} onClick={onEdit}>
            Edit details
          </button>
          <button type="button" className={controls.button} onClick={() => setIsAsked(true)}>
            Delete
          </button>
        </>
      ) : null}
    </>
  );
}

function Export({ dossierId }: { dossierId: string }) {
  return (
    <span className={styles.line} role="group" aria-label="Export">
      {DOSSIER_FORMATS.map(({ format, name }, place) => (
        <a
          key={format}
          className={place === 0 ? controls.primary : controls.button}
          href={dossierFile(dossierId, format)}
          download
        >
          {place === 0 ? `Export ${name}` : name}
        </a>
      ))}
    </span>
  );
}

interface DeleteProps {
  stated: Stated<Dossier>;
  onCancel: () => void;
}

/** Asks for confirmation, because deleting a dossier cannot be undone. */
function Delete({ stated: { body, etag }, onCancel }: DeleteProps) {
  const queries = useQueryClient();
  const navigate = useNavigate();
  const deletion = useMutation({
    mutationFn: () => deleteDossier(body.dossier_id, etag),
    onSuccess: async () => {
      await navigate({ to: "/dossiers" });
      queries.removeQueries({ queryKey: ["dossiers", body.dossier_id] });
      await queries.invalidateQueries({ queryKey: ["dossiers"] });
    },
    // Someone changed it in the meantime, so the current state is shown before it is deleted.
    onError: () => queries.invalidateQueries({ queryKey: ["dossiers", body.dossier_id] }),
  });
  return (
    <span className={styles.ask} role="group" aria-label="Delete this dossier">
      <span>Delete the dossier? Its reports stay.</span>
      <button
        type="button"
        autoFocus
        className={controls.button}
        disabled={deletion.isPending}
        onClick={() => deletion.mutate()}
      >
        Delete dossier
      </button>
      <button type="button" className={controls.button} onClick={onCancel}>
        Cancel
      </button>
      {deletion.error === null ? null : (
        <span role="alert" className={styles.failure}>
          {describeFailure(deletion.error)}
        </span>
      )}
    </span>
  );
}
