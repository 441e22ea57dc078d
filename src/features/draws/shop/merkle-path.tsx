/** The way from one line to the published root: what it is combined with, pair by pair. */
import type { MerklePath as Path } from "@concours/draw-protocol";
import { type CSSProperties, useState } from "react";
import { useTranslation } from "react-i18next";
import { TextButton } from "#ui/text-link.tsx";

/** Shown without asking: the first and the last pairs. */
const FIRST = 3;
const LAST = 2;

export function MerklePath({ line, path, root }: { line: string; path: Path; root: string }) {
  const { t } = useTranslation("pastdraws");
  const [all, setAll] = useState(false);
  const hidden = all ? 0 : Math.max(0, path.length - FIRST - LAST);
  const isShort = hidden <= 1;
  const pairs = isShort ? path : [...path.slice(0, FIRST), undefined, ...path.slice(-LAST)];
  const delayed = (i: number) => ({ "--i": i }) as CSSProperties;
  return (
    <div>
      <h3 className="mb-2 text-[0.9375rem] font-[560]">{t("find.path")}</h3>
      <ol className="merkle-path">
        <li data-end="leaf" style={delayed(0)}>
          <span className="type-mono">{line}</span>
          <span className="text-faint">{t("find.yourLine")}</span>
        </li>
        {pairs.map((pair, i) =>
          pair === undefined ? (
            <li key="more" style={delayed(i + 1)}>
              <span>{t("find.more", { count: hidden })}</span>
              <TextButton className="text-[0.8125rem]" onClick={() => setAll(true)}>
                {t("find.showAll")}
              </TextButton>
            </li>
          ) : (
            <li key={pair[1]} style={delayed(i + 1)}>
              <span className="type-mono">{pair[1]}</span>
              <span className="text-faint">{t(pair[0] === "L" ? "find.left" : "find.right")}</span>
            </li>
          ),
        )}
        <li data-end="root" style={delayed(pairs.length + 1)}>
          <span className="type-mono text-ink">{root}</span>
          <span className="text-success">{t("find.rootAgrees")}</span>
        </li>
      </ol>
    </div>
  );
}
