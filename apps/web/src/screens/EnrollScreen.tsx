import { Link, useNavigate } from '@tanstack/react-router';
import { Enroll } from '../features/second-factor/Enroll.tsx';
import { texts } from '../features/second-factor/texts.ts';
import { FormPage } from '../features/session/FormPage.tsx';

/** Blocks everything else for someone who must add a second factor. */
export function EnrollScreen() {
  const navigate = useNavigate();
  return (
    <FormPage
      title={texts.enroll.title}
      intro={texts.enroll.intro}
      links={<Link to="/logout">{texts.enroll.signOut}</Link>}
    >
      <Enroll onDone={() => void navigate({ to: '/', replace: true })} />
    </FormPage>
  );
}
