import type { Setting } from "../../../api/settings.ts";
import tables from "../../../parts/table.module.css";
import { VisibleText } from "../../../parts/visible-text/visible-text.tsx";
import styles from "../admin.module.css";
import { describeValue } from "./words.ts";

interface GroupProps {
  name: string;
  settings: Setting[];
}

/** All settings of one topic, collapsed, because configured ones come first on the page. */
export function SettingGroup({ name, settings }: GroupProps) {
  return (
    <details className={styles.fold}>
      <summary>
        {name} <span className={styles.quiet}>{settings.length}</span>
      </summary>
      <SettingTable settings={settings} marksSet />
    </details>
  );
}

interface TableProps {
  settings: Setting[];
  /** Marks those set by the environment. */
  marksSet?: boolean;
}

/** Settings with their meaning, the effective value and the default. */
export function SettingTable({ settings, marksSet = false }: TableProps) {
  return (
    <table className={tables.table}>
      <thead>
        <tr>
          <th scope="col">Setting</th>
          <th scope="col">In effect</th>
          <th scope="col" className={styles.wide}>
            Default
          </th>
        </tr>
      </thead>
      <tbody>
        {settings.map((setting) => (
          <Row key={setting.name} setting={setting} isMarked={marksSet && setting.is_set} />
        ))}
      </tbody>
    </table>
  );
}

function Row({ setting, isMarked }: { setting: Setting; isMarked: boolean }) {
  const { name, meaning, value, is_set: isSet, is_secret: isSecret } = setting;
  return (
    <tr>
      <th scope="row" className={styles.name}>
        <span className={styles.code}>{name}</span>
        {isMarked ? <span className={styles.set}>Set</span> : null}
        <span className={styles.below}>{meaning}</span>
      </th>
      <td className={styles.text}>
        {isSecret ? (
          isSet ? (
            "Set, never shown"
          ) : (
            "Not set"
          )
        ) : (
          <VisibleText text={describeValue(setting, value)} />
        )}
      </td>
      <td className={`${styles.text} ${styles.wide}`}>
        <VisibleText text={describeValue(setting, setting.default)} />
      </td>
    </tr>
  );
}
