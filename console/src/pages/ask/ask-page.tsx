import { PageTitle } from '../../components/page-title.tsx';

/** Asks questions, and shows answers beside the pages that they cite. */
export const AskPage = () => <PageTitle>Ask</PageTitle>;
