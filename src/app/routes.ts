/** Every address of the site on one page. */
import { index, layout, type RouteConfig } from "@react-router/dev/routes";

export default [
  layout("shop-layout.tsx", [index("../features/site/shop/home-page.tsx")]),
] satisfies RouteConfig;
