/** A hidden field that tells password managers which account the passwords of a form belong to. It is not sent. */
export function UsernameField({ email }: { email: string | undefined }) {
  return email === undefined ? null : <input type="email" autoComplete="username" value={email} readOnly hidden />;
}
