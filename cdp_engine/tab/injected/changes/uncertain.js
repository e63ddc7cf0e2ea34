// Why the changes of a document are not certain: the first reason since the last question.

let reason = "";

// Notes a reason, and returns null, as everything does that is not certain.
const uncertain = (why) => {
  reason ||= why;
  return null;
};

const isUncertainBy = (why) => reason === why;

const takeReason = () => {
  const found = reason || "changes of another kind";
  reason = "";
  return found;
};

export { isUncertainBy, takeReason, uncertain };
