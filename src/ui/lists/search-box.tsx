/**
 * The search field of a list: searches during typing, or with Enter without scripts. Keeps other
 * parameters.
 */
import { useEffect, useRef } from "react";
import { Form, useLocation, useNavigation, useSearchParams, useSubmit } from "react-router";
import { Search } from "../icons.ts";
import { DIALOG_PARAM } from "./list-address.ts";

/** The pause in typing after which the list is searched. */
const AFTER_MS = 250;

type Props = {
  label: string;
  value: string;
};

export function SearchBox({ label, value }: Props) {
  const submit = useSubmit();
  const [search] = useSearchParams();
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const field = useRef<HTMLInputElement>(null);
  const { pathname } = useLocation();
  const { location: next } = useNavigation();
  // A followed link cancels a pending search at the click, as the navigation renders later.
  useEffect(() => {
    const leave = ({ target, defaultPrevented: isFollowed }: MouseEvent) => {
      if (isFollowed && target instanceof Element && target.closest("a[href]")) clearTimeout(timer.current);
    };
    document.addEventListener("click", leave);
    return () => {
      document.removeEventListener("click", leave);
      clearTimeout(timer.current);
    };
  }, []);
  useEffect(() => {
    if (next && next.pathname !== pathname) clearTimeout(timer.current);
  }, [next, pathname]);
  // Back and forward change the search, but not while the user types.
  useEffect(() => {
    if (field.current && document.activeElement !== field.current) field.current.value = value;
  }, [value]);
  const otherParameters = [...search].filter(([parameter]) => !["q", "page", DIALOG_PARAM].includes(parameter));
  return (
    <Form role="search" className="search" preventScrollReset replace>
      <Search size={18} strokeWidth={1.6} aria-hidden="true" />
      {otherParameters.map(([parameter, text]) => (
        <input key={parameter} type="hidden" name={parameter} value={text} />
      ))}
      <input
        ref={field}
        type="search"
        name="q"
        defaultValue={value}
        maxLength={200}
        placeholder={label}
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        className="input"
        onChange={({ currentTarget: { form } }) => {
          clearTimeout(timer.current);
          timer.current = setTimeout(() => void submit(form, { replace: true, preventScrollReset: true }), AFTER_MS);
        }}
      />
    </Form>
  );
}
