import { getRouteApi, Link } from '@tanstack/react-router';
import classes from './FormPage.module.css';
import { FormPage } from './FormPage.tsx';
import { texts } from './texts.ts';

const words = texts.signUp;
const route = getRouteApi('/sign-up-success');

export function SignUpSuccessPage() {
  const { email } = route.useSearch();
  return (
    <FormPage
      title={words.doneTitle}
      intro={email === undefined ? words.doneWithout : words.done(email)}
      links={<Link to="/login">{texts.backToSignIn}</Link>}
    >
      <p className={classes['help']}>{words.doneHelp}</p>
    </FormPage>
  );
}
