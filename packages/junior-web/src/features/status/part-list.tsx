import type { Status } from "../../contract.ts";
import { sentence } from "./sentence.ts";

export function PartList({ parts }: { parts: Status["parts"] }) {
  return (
    <ul className="rows">
      {parts.map(({ name, on, detail, mend }) => (
        <li key={name} className="row part">
          <span className={`switch ${on ? "switch-on" : ""}`}>{on ? "On" : "Off"}</span>
          <div className="row-main">
            <h2 className="row-title">{name}</h2>
            <p className="row-detail">{sentence(detail)}</p>
            {mend !== null && <p className="part-mend">{sentence(mend)}</p>}
          </div>
        </li>
      ))}
    </ul>
  );
}
