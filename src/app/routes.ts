/** Every address of the site on one page. */
import { index, layout, type RouteConfig, route } from "@react-router/dev/routes";

export default [
  layout("shop-layout.tsx", [index("../features/site/shop/home-page.tsx")]),
  // All pieces of the design system, while developing.
  ...(import.meta.env?.DEV ? [route("_gallery", "gallery-page.tsx")] : []),
] satisfies RouteConfig;
