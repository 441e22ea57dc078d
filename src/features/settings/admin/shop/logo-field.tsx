import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Button } from "#ui/button.tsx";
import { DropZone } from "#ui/fields/drop-zone.tsx";
import { FieldError } from "#ui/fields/field.tsx";

const TYPES = { "image/svg+xml": [".svg"], "image/png": [".png"], "image/webp": [".webp"] };
/** Bytes. */
const LARGEST_FILE = 2_000_000;
/** Widths to try, in pixels: twice the size for sharp screens, smaller if the form would exceed its limit. */
const WIDTHS = [720, 480, 360, 240];
/** Height per width of the area where the logo is shown. */
const HEIGHT_SHARE = 128 / 720;
/** Characters of the `data:` address. */
const LONGEST = 40_000;

type Props = {
  name: "logo" | "logoOnLight";
  /** "" for none, the id of the stored one, or a new one as a `data:` address. */
  value: string;
  /** Background colour of the preview. */
  ground: string;
  error: string | undefined;
  onChange: (logo: string) => void;
};

/** Chooses, shows and removes the logo. Its value is a hidden field of the form. */
export function LogoField({ name, value, ground, error, onChange }: Props) {
  const { t } = useTranslation("admin-people");
  const [refused, setRefused] = useState<string>();
  const problem = refused ?? error;
  const take = async ([file]: readonly File[]) => {
    const drawn = file && (await drawAsPng(file).catch(() => undefined));
    setRefused(drawn === undefined ? t("shop.problems.bad_logo") : undefined);
    if (drawn !== undefined) onChange(drawn);
  };
  return (
    <fieldset className="grid gap-3" aria-describedby={problem ? `${name}-problem` : undefined}>
      <legend className="mb-2 text-sm font-[560]">{t(`shop.${name}`)}</legend>
      <input type="hidden" name={name} value={value} />
      {value && (
        <div className="flex flex-wrap items-center gap-4">
          <span className="rounded-[8px] border border-line px-4 py-3" style={{ background: ground }}>
            <img src={logoAddress(name, value)} alt={t(`shop.${name}`)} className="max-h-8 max-w-45" />
          </span>
          <Button variant="outline" onClick={() => onChange("")}>
            {t("shop.noLogo")}
          </Button>
        </div>
      )}
      <DropZone
        label={t("shop.chooseLogo")}
        hint={t(name === "logo" ? "shop.logoHint" : "shop.logoOnLightHint")}
        accept={TYPES}
        maxBytes={LARGEST_FILE}
        maxFiles={1}
        onFiles={(files) => void take(files)}
        onRefused={(reasons) => setRefused(reasons[0])}
        id={`${name}-file`}
      />
      {problem && <FieldError id={`${name}-problem`}>{problem}</FieldError>}
    </fieldset>
  );
}

/** Address of a stored or new logo. */
export function logoAddress(name: Props["name"], value: string): string {
  return value.startsWith("data:") ? value : `/brand/logo-on-${name === "logo" ? "dark" : "light"}.png?v=${value}`;
}

/**
 * Redraws the file as pixels, so that nothing else in an SVG is sent. Undefined if it stays too long.
 * @throws if it is not a picture
 */
async function drawAsPng(file: File): Promise<string | undefined> {
  const image = new Image();
  image.src = await read(file);
  await image.decode();
  const scale = Math.min(1, HEIGHT_SHARE / (image.naturalHeight / image.naturalWidth || HEIGHT_SHARE));
  const sizes = WIDTHS.map((width) => width * scale);
  return sizes.map((width) => drawAt(image, width)).find((address) => address.length <= LONGEST);
}

function drawAt(image: HTMLImageElement, width: number): string {
  const canvas = document.createElement("canvas");
  canvas.width = Math.max(1, Math.round(width));
  canvas.height = Math.max(1, Math.round((width * image.naturalHeight) / image.naturalWidth));
  canvas.getContext("2d")?.drawImage(image, 0, 0, canvas.width, canvas.height);
  return canvas.toDataURL("image/png");
}

function read(file: File): Promise<string> {
  return new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result));
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });
}
