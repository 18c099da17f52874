import { FormPage } from './FormPage.tsx';
import classes from './FormPage.module.css';
import { texts } from './texts.ts';

const words = texts.setup.notice;

/** Replaces the sign-in form until the first staff user exists: it says where to find the setup link. */
export function SetupNotice() {
  return (
    <FormPage title={texts.setup.title} intro={words.intro}>
      <ol className={classes['instructions']}>
        <li>{words.look}</li>
        <li>
          {words.line}
          <code className={classes['line']}>{words.printed}</code>
        </li>
        <li>{words.open}</li>
      </ol>
      <p className={classes['intro']}>{words.lost}</p>
    </FormPage>
  );
}
