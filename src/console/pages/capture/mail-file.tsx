import controls from "../../parts/controls.module.css";

interface Props {
  isBusy: boolean;
  onFile: (file: File) => void;
}

/** Chooses a mail that was saved as a file. */
export function MailFile({ isBusy, onFile }: Props) {
  return (
    <label>
      Mail as a file (.eml){" "}
      <input
        type="file"
        className={controls.field}
        accept=".eml,message/rfc822"
        disabled={isBusy}
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          if (file !== undefined) onFile(file);
          // So that the same file can be chosen again.
          target.value = "";
        }}
      />
    </label>
  );
}
