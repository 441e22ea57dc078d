/** VitePress's own theme in the shop's colours and type. */
import DefaultTheme from "vitepress/theme-without-fonts";
import "./look.css";

export default DefaultTheme;
