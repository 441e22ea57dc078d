/** Makes components of the icons that are imported as `~icons/lucide/NAME`, for the build and for tests. */
import { join } from "node:path";
import icons from "unplugin-icons/vite";

const DRAWN_BY = join(import.meta.dirname, "../src/ui/icon.tsx");
/** Attributes that src/ui/icon.tsx sets for all of them. */
const SAME = ' fill="none" stroke="currentColor" stroke-linecap="round" stroke-linejoin="round" stroke-width="2"';

export const lucideIcons = () =>
  icons({
    compiler: {
      extension: "jsx",
      compiler: (svg, _collection, name) => {
        const shapes = svg.replace(/^<svg[^>]*>|<\/svg>$/g, "").replace(SAME, "");
        return `import { icon } from "${DRAWN_BY}";
export default /* @__PURE__ */ icon("${name}", ${shapes});`;
      },
    },
  });
