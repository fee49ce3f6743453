# Makes the pictures of README.md and of the manual: sh scripts/pages/pictures/make.sh, at
# the top of the checkout. A test runs it and compares them.
set -e
tesela svg mixtour --set win_score=5 --width 480 --fen \
  '5/1,r,3/4,wrr/www,3,wr/2,rwr,1,wr w 0:0 d1:2-c1' \
  -o scripts/pages/pictures/mixtour.svg
tesela svg blokus --width 480 --fen \
  'bb6bbb3r3rr/1bb2bb1b2b2r3rr/2b3b1b1bb1br1r1r1/bb1bb1bb2bb1br1rr2/b1bb1b1r2r1bbr1r3/bb1b1b1rr1rrrr2r2r/2b1bb2rr1bbbrr1rrr/2b2b4bbrrr1ggr1/2b3bbbbrr5g1r/2b1y1byy1r1ggg1gg1r/2b1yyy1yrr3gg1rrr/yyyy1y1yy2rgg2g3/2y6yyr1g2gg1g/yy1yyyyy1yrrrgg1gg1g/1yy1ggggyy3r1g3g/2y1yyyygg2rr1g1g1g/1y2y2gg2grggg1g1g/1y3yygygggg3ggg1/yy3yy1y1yyyy5g/y4y1yyy6gggg b -' \
  -o scripts/pages/pictures/blokus.svg
tesela svg losetas --width 480 --fen \
  'g2x2@h4,g2x2@m4,g2x2@k5,b2x2@g6,b2x2@j7,g2x2@h8,g2x2@l8,b2x2@k10,b2x1@m4,b1x2@h5,b2x1@k5,b1x2@k6,g1x2@h7,g2x1@i8,b2x1@k8,g1x2@l9,g2x1@k11,b1x1@h7,g1x1@k7,b1x1@j8,g1x1@k8,b1x1@l9 g' \
  -o scripts/pages/pictures/losetas.svg
tesela svg qwirkle --set players=3 --width 480 --fen \
  'of@-6,-5+ou@-6,-4+yc@-6,-1+os@-5,-4+gs@-5,-3+rs@-5,-2+ys@-5,-1+ps@-4,-6+oc@-4,-4+gc@-4,-3+yd@-4,-1+pt@-3,-6+bt@-3,-5+ot@-3,-4+gt@-3,-3+rt@-3,-2+yt@-3,-1+pf@-2,-6+bf@-2,-5+of@-2,-4+gf@-2,-3+rf@-2,-2+yf@-2,-1+yd@-1,-7+pd@-1,-6+bd@-1,-5+od@-1,-4+ru@-1,-2+yu@-1,-1+gu@-1,0+pu@0,-6+bu@0,-5+rd@0,-3+rs@0,-2+pu@0,0+pd@0,1+ps@0,2+pf@0,3+ru@1,0+pu@1,1+gf@1,3+bc@2,-1+bu@2,0+yc@3,-1+yu@3,0+ou@4,0+os@4,1 gc+oc+pf+rf+rt+ys/gc+gs+ot+rs+ru+yf/bc+bs+gd+gd+rf+rt rd+pc+bt+yc+bs+bt+od+gt+pd+gs+yu+bf+yt+ot+od+os+rc+gu+gf+yf+rc+yd+bd+pc+bd+yt+rd+gu+of+gt+gd+ys+rc+ou+bs+bc+bu+bf+pt+ps+pc+oc+pt 2 60:67:72 0' \
  -o scripts/pages/pictures/qwirkle.svg
tesela show /dev/stdin --width 480 --animate scripts/pages/site/game.svg <<'END'
{"tesela":1,"game":"mixtour","options":{"win_score":1,"pieces":20,"stack":5,"repetition":3,"stall":100},"seed":0,"players":["white","red"],"moves":["e5","a2","b2","a1","b2-a1","c2","a1:2-a2","a3","b1","a2:2-a3","b5","d4","b1-c2","e2","d5","a2-c2","e5-d4","e5","b3","a5","a3:3-b3","e5-d5","b3:4-d5"],"result":null}
END
