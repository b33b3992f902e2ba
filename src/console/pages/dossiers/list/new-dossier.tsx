import { counted } from "../../../parts/counted.ts";
import { useMutation, useQueries, useQueryClient } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import { useId, useState } from "react";
import { createDossier } from "../../../api/dossiers.ts";
import { describeFailure } from "../../../api/problem.ts";
import { sessionQuery } from "../../../api/session.ts";
import controls from "../../../parts/controls.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../dossiers.module.css";
import { type PickedReport, ReportPicker } from "../report-picker.tsx";
import { MAX_REPORTS } from "../words.ts";

interface Props {
  /** The sessions chosen on another page. */
  ids: readonly string[];
  onClose: () => void;
}

/** The form for a dossier: a name, and two or more reports. */
export function NewDossier({ ids, onClose }: Props) {
  const [name, setName] = useState("");
  const [chosen, setChosen] = useState<readonly string[]>(ids.slice(0, MAX_REPORTS));
  const [picked, setPicked] = useState<readonly PickedReport[]>([]);
  const titles = useTitles(ids, picked);
  const created = useCreation();
  const id = useId();
  const missing = whatIsMissing(name, chosen);
  const drop = (sessionId: string) => setChosen(chosen.filter((one) => one !== sessionId));
  return (
    <form
      className={styles.form}
      aria-label="New dossier"
      onSubmit={(event) => {
        event.preventDefault();
        if (missing === null) created.mutate({ name: name.trim(), session_ids: [...chosen] });
      }}
    >
      <h2>New dossier</h2>
      <label htmlFor={id}>Name</label>
      <input
        id={id}
        autoFocus
        className={controls.field}
        value={name}
        maxLength={255}
        placeholder="The activity that the reports describe"
        onChange={(event) => setName(event.target.value)}
      />
      <Chosen ids={chosen} titles={titles} onDrop={drop} />
      <ReportPicker
        chosen={chosen}
        most={MAX_REPORTS}
        onChoose={(report, isChosen) => {
          setPicked([...picked, report]);
          if (isChosen) setChosen([...chosen, report.session_id]);
          else drop(report.session_id);
        }}
      />
      <Buttons
        missing={missing}
        isSent={created.isPending}
        onClose={onClose}
        chosen={chosen.length}
      />
      {created.error === null ? null : (
        <p role="alert" className={styles.failure}>
          {describeFailure(created.error)}
        </p>
      )}
    </form>
  );
}

/** Creates a dossier and opens it. */
function useCreation() {
  const queries = useQueryClient();
  const navigate = useNavigate();
  return useMutation({
    mutationFn: createDossier,
    onSuccess: async ({ dossier_id: dossierId }) => {
      await queries.invalidateQueries({ queryKey: ["dossiers"] });
      await navigate({ to: "/dossiers/$dossierId", params: { dossierId } });
    },
  });
}

interface ChosenProps {
  ids: readonly string[];
  titles: ReadonlyMap<string, string>;
  onDrop: (id: string) => void;
}

function Chosen({ ids, titles, onDrop }: ChosenProps) {
  if (ids.length === 0) return null;
  return (
    <ul className={styles.chips} aria-label="Chosen reports">
      {ids.map((id) => {
        const title = titles.get(id) ?? "Report";
        return (
          <li key={id} className={styles.chip}>
            <span className={styles.title}>
              <VisibleText text={title} />
            </span>
            <button
              type="button"
              className={controls.plain}
              aria-label={`Leave out ${title}`}
              onClick={() => onDrop(id)}
            >
              <span aria-hidden="true">✕</span>
            </button>
          </li>
        );
      })}
    </ul>
  );
}

interface ButtonsProps {
  missing: string | null;
  isSent: boolean;
  chosen: number;
  onClose: () => void;
}

function Buttons({ missing, isSent, chosen, onClose }: ButtonsProps) {
  return (
    <p className={styles.line}>
      <button type="submit" className={controls.primary} disabled={missing !== null || isSent}>
        Create dossier
      </button>
      <button type="button" className={controls.button} onClick={onClose}>
        Cancel
      </button>
      <span role="status" className={styles.quiet}>
        {missing ?? counted(chosen, "report")}
      </span>
    </p>
  );
}

function whatIsMissing(name: string, chosen: readonly string[]): string | null {
  if (chosen.length === 0) return "Choose two or more reports.";
  if (chosen.length === 1) return "Choose one more report.";
  return name.trim() === "" ? "Name the dossier." : null;
}

/** Returns the titles of reports chosen on another page, and of those found here. */
function useTitles(
  ids: readonly string[],
  picked: readonly PickedReport[],
): ReadonlyMap<string, string> {
  const answers = useQueries({ queries: ids.map((sessionId) => sessionQuery(sessionId)) });
  const read = answers.flatMap(({ data }) =>
    data !== undefined && "title" in data ? [[data.session_id, data.title] as const] : [],
  );
  return new Map([...read, ...picked.map(({ session_id, title }) => [session_id, title] as const)]);
}
