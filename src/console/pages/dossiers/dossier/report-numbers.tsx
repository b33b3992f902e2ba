import { Link } from "@tanstack/react-router";
import type { Dossier } from "../../../api/dossiers.ts";
import styles from "../dossiers.module.css";

interface Props {
  dossier: Pick<Dossier, "sessions">;
  ids: readonly string[];
  /** Opens the reports at a technique. */
  technique?: string | undefined;
}

/** Links to reports by their numbers in the dossier. */
export function ReportNumbers({ dossier, ids, technique }: Props) {
  const places = dossier.sessions.map(({ session_id: id }) => id);
  const numbered = ids
    .map((id) => ({ id, place: places.indexOf(id) }))
    .filter(({ place }) => place >= 0)
    .sort((a, b) => a.place - b.place);
  return (
    <span className={styles.numbers}>
      {numbered.map(({ id, place }) => {
        const title = dossier.sessions[place]?.title ?? "A report that was deleted";
        return (
          <Link
            key={id}
            to="/sessions/$sessionId"
            params={{ sessionId: id }}
            search={technique === undefined ? {} : { technique }}
            title={title}
            aria-label={`Report ${place + 1}: ${title}`}
            className={styles.place}
          >
            {place + 1}
          </Link>
        );
      })}
    </span>
  );
}
